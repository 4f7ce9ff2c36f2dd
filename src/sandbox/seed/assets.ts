import type { SandboxAccount } from '../accounts.ts';
import type { AssetRecord } from '../records.ts';
import type { Random } from './random.ts';

const firstAssetId = 601;
const dayMs = 86_400_000;
const kilobyte = 1024;

interface AssetSeed {
  readonly fileName: string;
  readonly contentType: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly kilobytes: number;
}

const pictures: readonly AssetSeed[] = ['portada', 'sucursal', 'equipo', 'producto', 'campaña'].flatMap(
  (subject) =>
    [1, 2, 3, 4].map((number) => ({
      fileName: `${subject}_0${number}.${number % 2 === 0 ? 'png' : 'jpg'}`,
      contentType: number % 2 === 0 ? 'image/png' : 'image/jpeg',
      title: `${subject.charAt(0).toUpperCase()}${subject.slice(1)} ${number}`,
      tags: [subject],
      kilobytes: 40 + number * 17,
    })),
);

/** Two files of one name, a document, a video: what lookups and filters have to tell apart. */
const others: readonly AssetSeed[] = [
  {
    fileName: 'tarifas.pdf',
    contentType: 'application/pdf',
    title: 'Tarifas 2025',
    tags: ['legal'],
    kilobytes: 210,
  },
  {
    fileName: 'tarifas.pdf',
    contentType: 'application/pdf',
    title: 'Tarifas 2026',
    tags: ['legal'],
    kilobytes: 230,
  },
  { fileName: 'bienvenida.mp4', contentType: 'video/mp4', title: 'Bienvenida', tags: [], kilobytes: 3_400 },
  { fileName: 'glosario.csv', contentType: 'text/csv', title: 'Glosario', tags: ['legal'], kilobytes: 12 },
];

/** The media files of an account: the same names and ids in every account, other uuids and texts. */
export function seedAssets(account: SandboxAccount, random: Random, epochMs: number): AssetRecord[] {
  return [...pictures, ...others].map((seed, index) => ({
    id: firstAssetId + index,
    uuid: random.uuid(),
    fileName: seed.fileName,
    contentType: seed.contentType,
    sizeBytes: seed.kilobytes * kilobyte,
    title: seed.title,
    altText: null,
    description: `${seed.title} (${account.canary})`,
    tags: seed.tags,
    authorId: 1,
    createdAtMs: epochMs + index * dayMs,
    updatedAtMs: epochMs + index * dayMs,
  }));
}
