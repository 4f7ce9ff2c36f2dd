/**
 * The document with the text between `<!-- name:start -->` and `<!-- name:end -->` replaced.
 * @throws {Error} when the document does not have both markers, once each and in this order
 */
export function replaceSection(document: string, name: string, section: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, rest, ...moreStarts] = document.split(start);
  const [, after, ...moreEnds] = (rest ?? '').split(end);
  if (before === undefined || after === undefined || moreStarts.length > 0 || moreEnds.length > 0) {
    throw new Error(`The document needs the lines ${start} and ${end}, once each and in this order.`);
  }
  return `${before}${start}\n${section}\n${end}${after}`;
}
