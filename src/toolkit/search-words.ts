import { nearest } from './nearest.ts';

/** Words that say nothing about what is looked for. */
const idle = new Set(
  'a an and as at by de del e el en for from how i in is it la las lo los me my o of on or para por que se su the their this to todas todos un una unas uno unos with y con como quiero necesito want need please what which who there are be do does can could would will hay cual cuales'.split(
    ' ',
  ),
);

/**
 * Spanish and other English words, each with the word of the tools that it means. What stands before the
 * hyphen is the beginning by which a word is known whatever follows; the whole is what a slip is compared to.
 */
const meanings: readonly (readonly [words: string, word: string])[] = [
  ['despubli-car unpubli-sh retir-ar ocult-ar withdraw hide', 'unpublish'],
  ['publiq-ue publica-r publico', 'publish'],
  ['desarchiv-ar restaur-ar recuper-ar recover restor-e', 'restore'],
  ['archiv-ar', 'archive'],
  // Not what is archived: a file.
  ['archivo', 'file'],
  ['borr-ar elimin-ar suprim-ir quit-ar remov-e delet-e eras-e', 'delete'],
  // Not what is deleted.
  ['borrador', 'draft'],
  ['actualiz-ar actualic-e edit-ar edic-ion cambi-ar modif-icar modif-y change renam-e renombr-ar', 'update'],
  ['crea-r cree nuev-o agreg-ar anad-ir new add', 'create'],
  ['clon-ar copi-ar duplic-ar dupliq-ue copy', 'clone'],
  ['list-ar enumer-ar', 'list'],
  ['busc-ar busq-ueda encontr-ar encuentr-a search find', 'list'],
  ['obten-er obtien-e mostr-ar muestr-a ver leer lee consult-ar show read', 'get'],
  ['entrad-a articul-o entri-es entry', 'entry'],
  ['conteni-do', 'content'],
  ['espaci-o', 'space'],
  ['tipo', 'type'],
  ['pagin-a page', 'page'],
  ['sitio', 'site'],
  ['reino realm', 'realm'],
  ['campo', 'field'],
  ['titul-o', 'title'],
  ['nombr-e', 'name'],
  ['categor-ia', 'category'],
  ['etiquet-a', 'tag'],
  ['idiom-a lengu-aje traduc-ir translat-e locale languag-e', 'locale'],
  ['usuari-o', 'user'],
  ['equip-o', 'team'],
  ['permis-o rol', 'role'],
  ['formulari-o', 'form'],
  ['plantill-a', 'template'],
  ['naveg-acion menu', 'menu'],
  ['revis-ar', 'review'],
  ['aprob-ar aprueb-a', 'approve'],
  ['rechaz-ar', 'reject'],
  ['program-ar agend-ar', 'schedule'],
  ['fecha', 'date'],
  ['reindex-ar', 'reindex'],
];

const known = meanings.flatMap(([words, word]) =>
  words.split(' ').map((text) => {
    const [beginning = text] = text.split('-');
    return { beginning, whole: text.replace('-', ''), word };
  }),
);
/** Longer ones first, since one may begin like another. */
const byBeginning = known.toSorted((one, other) => other.beginning.length - one.beginning.length);
const byWhole = new Map(known.map(({ whole, word }) => [whole, word]));

/** Shortest beginning that another ending may follow; a shorter one has to be the whole word or its plural. */
const beginningLengthMin = 4;
/** Shortest word that is taken for a slip of another; of a shorter one too little would be left. */
const slipLengthMin = 4;

function means(text: string, beginning: string): boolean {
  if (beginning.length >= beginningLengthMin) return text.startsWith(beginning);
  return text === beginning || text === `${beginning}s` || text === `${beginning}es`;
}

/** A word as the index has it: without accents, without a plural, in English; `null` for one that says nothing. */
export function searchWord(text: string): string | null {
  const plain = plainOf(text);
  if (idle.has(plain)) return null;
  return meaningOf(plain) ?? singular(plain);
}

/**
 * A word of a query, which may be misspelt: then what it was most likely meant to be is looked for too.
 * @param isKnown whether the index has a word that begins so
 */
export function queryWords(text: string, isKnown: (word: string) => boolean): string | string[] | null {
  const word = searchWord(text);
  if (word === null || isKnown(word) || meaningOf(plainOf(text)) !== undefined) return word;
  if (word.length < slipLengthMin) return word;
  const meant = byWhole.get(nearest(word, byWhole.keys()) ?? '');
  return meant === undefined ? word : [word, meant];
}

function plainOf(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function meaningOf(plain: string): string | undefined {
  return byBeginning.find(({ beginning }) => means(plain, beginning))?.word;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') && word.length > 3 ? word.slice(0, -1) : word;
}

/** The words of a text or of a name such as `content-entries-list`. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
}
