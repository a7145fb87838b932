/** A control character that JSON text cannot hold: it writes it as an escape. */
const separator = '\u001e'

/**
 * Many JSON texts as one parameter; in SQL `string_to_array($n, E'\\x1e')` takes them apart. As an array parameter every
 * quote in them would be escaped here and unescaped there, which costs more than all the rest of sending them.
 */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(separator)
}
