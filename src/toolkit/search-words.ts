/** Words that say nothing about what is looked for. */
const idle = new Set(
  'a an and as at by de del e el en for from how i in is it la las lo los me my o of on or para por que se su the their this to todas todos un una unas uno unos with y con como quiero necesito want need please what which who there are be do does can could would will hay cual cuales'.split(
    ' ',
  ),
);

/**
 * Beginnings of Spanish and of other English words, each with the word of the tools that it means. Longer
 * ones first, where one begins like another.
 */
const meanings: readonly (readonly [beginnings: string, word: string])[] = [
  ['despublic unpublic retir ocult', 'unpublish'],
  ['publiq publica publico', 'publish'],
  ['desarchiv restaur recuper restor', 'restore'],
  ['archiv', 'archive'],
  ['borr elimin suprim quit remov delet eras', 'delete'],
  ['actualiz edit cambi modific change modif renam', 'update'],
  ['crea cree nuev agreg anad new add', 'create'],
  ['clon copi duplic copy', 'clone'],
  ['list enumer', 'list'],
  ['busc encontr search find', 'list'],
  ['obten obtener mostr ver leer lee consult show read', 'get'],
  ['entrad articul entri entry', 'entry'],
  ['conteni', 'content'],
  ['espaci', 'space'],
  ['tipo', 'type'],
  ['pagin page', 'page'],
  ['sitio', 'site'],
  ['rein realm', 'realm'],
  ['campo', 'field'],
  ['categor', 'category'],
  ['etiquet', 'tag'],
  ['idiom lengu traduc translat locale languag', 'locale'],
  ['usuari', 'user'],
  ['equip', 'team'],
  ['permis rol', 'role'],
  ['formulari', 'form'],
  ['plantill', 'template'],
  ['naveg menu', 'menu'],
  ['revis', 'review'],
  ['aprob aprueb', 'approve'],
  ['rechaz', 'reject'],
  ['program agend', 'schedule'],
  ['fecha', 'date'],
  ['reindex', 'reindex'],
];

const beginnings = meanings.flatMap(([texts, word]) => texts.split(' ').map((text) => [text, word] as const));

/** Shortest beginning that another ending may follow; a shorter one has to be the whole word or its plural. */
const beginningLengthMin = 4;

function means(text: string, beginning: string): boolean {
  if (beginning.length >= beginningLengthMin) return text.startsWith(beginning);
  return text === beginning || text === `${beginning}s` || text === `${beginning}es`;
}

/** A word as the index has it: without accents, without a plural, in English; `null` for one that says nothing. */
export function searchWord(text: string): string | null {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (idle.has(plain)) return null;
  const known = beginnings.find(([beginning]) => means(plain, beginning));
  return known?.[1] ?? singular(plain);
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') && word.length > 3 ? word.slice(0, -1) : word;
}

/** The words of a text or of a name such as `content-entries-list`. */
export function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
}
