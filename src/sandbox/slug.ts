/** Lower-case letters, digits and hyphens: `Tarjeta de Crédito` becomes `tarjeta-de-credito`. */
export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
