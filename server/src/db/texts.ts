/** A control character that JSON text cannot hold: it writes it as an escape. */
export const separator = '\u001e'

/**
 * Many JSON texts as one parameter; in SQL `string_to_array($n, E'\\x1e')` takes them apart. As an array parameter every
 * quote in them would be escaped here and unescaped there, which costs more than all the rest of sending them.
 */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(separator)
}

const formatted = (value: string, seconds: string) =>
  `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:${seconds}"Z"')`

/** SQL: an instant as JSON has it, to the second. */
export function instant(value: string): string {
  return formatted(value, 'SS')
}

/** SQL: an instant with milliseconds, as times of planning have it. */
export function instantInMs(value: string): string {
  return formatted(value, 'SS.MS')
}

/** SQL: an instant with all its microseconds, so that it can be compared with what is stored. */
export function exactInstant(value: string): string {
  return formatted(value, 'SS.US')
}

/** The members of keys that are written as one text with a space between them, a column each. */
export function columnsOfKeys(keys: readonly string[], members: number): string[][] {
  const rows = keys.map((key) => key.split(' '))
  return Array.from({ length: members }, (_, at) => rows.map((row) => row[at]!))
}
