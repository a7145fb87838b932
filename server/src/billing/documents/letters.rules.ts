/**
 * Characters missing from the document fonts: everything outside their scripts, and emoji. A test compares this with
 * the fonts.
 */
const undrawn =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}/gu

/** Characters that a document would show as boxes, each once, only the first few. */
export function undrawnLetters(texts: readonly (string | null | undefined)[]): string {
  return [...new Set(texts.flatMap((text) => text?.match(undrawn) ?? []))].slice(0, 10).join(' ')
}
