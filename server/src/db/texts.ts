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

/** Type of a column in SQL. `json` is sent as text: an array of jsonb would be sent as an array of PostgreSQL. */
export type SentType = 'uuid' | 'text' | 'timestamptz' | 'boolean' | 'json'

/**
 * Rows that a statement receives as one array for each column, from `$2` on, and names `g`. The names, the arrays and
 * the parameters follow from one declaration, so that no list can differ from another in its sequence.
 */
export function sentRows<Row>(columns: Readonly<Record<keyof Row & string, SentType>>) {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const isJson = (name: keyof Row & string) => columns[name] === 'json'
  const read = (name: keyof Row & string) => `g.${name}${isJson(name) ? '::jsonb' : ''}`
  const array = (name: keyof Row & string, at: number) => `$${at + 2}::${isJson(name) ? 'text' : columns[name]}[]`
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  return {
    /** Names of the columns, for `insert into`. */
    names: names.join(', '),
    /** Their values in the sequence of the names, for `select`. */
    values: names.map(read).join(', '),
    /** The rows, for `from`. */
    from: `unnest(${names.map(array).join(', ')}) as g (${names.join(', ')})`,
    /** Assignments of all columns except these, for `update`. */
    setsExcept: (...except: (keyof Row & string)[]) =>
      names
        .filter((name) => !except.includes(name))
        .map((name) => `${name} = ${read(name)}`)
        .join(', '),
    /** Parameters of the statement, after the tenant. */
    arrays: (rows: readonly Row[]): unknown[] =>
      names.map((name) => rows.map((row) => (isJson(name) ? json(row[name]) : row[name]))),
  }
}
