/** A control character that JSON text always escapes, so it never occurs in it. */
export const separator = '\u001e'

/**
 * Joins many JSON texts into one parameter. In SQL `string_to_array($n, E'\\x1e')` splits them. In an array parameter
 * every quote would be escaped and unescaped, which costs more than everything else about sending them.
 */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(separator)
}

const formatted = (value: string, seconds: string) =>
  `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:${seconds}"Z"')`

/** SQL: an instant in JSON form, to the second. */
export function instant(value: string): string {
  return formatted(value, 'SS')
}

/** SQL: an instant with milliseconds, as used in planning. */
export function instantInMs(value: string): string {
  return formatted(value, 'SS.MS')
}

/** SQL: an instant with microseconds, for comparison with the stored value. */
export function exactInstant(value: string): string {
  return formatted(value, 'SS.US')
}

/** Splits keys written as one text with spaces into one list per column. */
export function columnsOfKeys(keys: readonly string[], members: number): string[][] {
  const rows = keys.map((key) => key.split(' '))
  return Array.from({ length: members }, (_, at) => rows.map((row) => row[at]!))
}
