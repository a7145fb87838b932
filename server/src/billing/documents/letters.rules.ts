/**
 * Letters that the fonts of documents lack: all but those of the scripts that they have, and emoji. A test holds it against
 * the fonts.
 */
const undrawn =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}/gu

/** The letters of texts that a document would show as boxes, each once, the first few. */
export function undrawnLetters(texts: readonly (string | null | undefined)[]): string {
  return [...new Set(texts.flatMap((text) => text?.match(undrawn) ?? []))].slice(0, 10).join(' ')
}
