import type { Statement } from '../db/statement.ts'

// SQL that Citus cannot plan (decision 0079), detected in texts alone. Each check returns one line per issue.

const moment = /\b(?:now|clock_timestamp|statement_timestamp)\(\)/
const unstable = /\b(?:now|clock_timestamp|statement_timestamp|to_char|make_interval|to_timestamp|extract)\s*\(/

/**
 * The text without comments, and without subselects that read no table: `(select now())` is evaluated before it is
 * sent.
 */
function plain(sql: string): string {
  return sql.replace(/--[^\n]*/g, '').replace(/\(select (?:now|statement_timestamp)\(\)[^()]*\)/g, 'moment')
}

/** The parts of a text that begin with a match of `opening`, up to the end of its brackets or the statement. */
function partsFrom(sql: string, opening: RegExp, endings: RegExp): string[] {
  return [...sql.matchAll(new RegExp(opening, 'gi'))].map((match) => {
    const from = match.index + match[0].length
    let depth = 0
    for (let at = from; at < sql.length; at += 1) {
      if (sql[at] === '(') depth += 1
      if (sql[at] === ')') depth -= 1
      if (depth < 0 || (depth === 0 && endings.test(sql.slice(at, at + 12)))) return sql.slice(from, at)
    }
    return sql.slice(from)
  })
}

const endOfSet = /^\s(?:from|where|returning)\s/i
const never = /^$/

function setsOf(sql: string): string[] {
  return partsFrom(sql, /\bupdate\s+(?:only\s+)?[a-z_]+(?:\s+(?:as\s+)?[a-z]+)?\s+set\b/, endOfSet)
}

type Check = (sql: string) => boolean

const checks: readonly { fault: string; isFound: Check }[] = [
  {
    fault: 'deletes by places (ctid) that a materialised part has found: delete by key',
    isFound: (sql) =>
      /\bas materialized\b/i.test(sql) &&
      /\bdelete from [a-z_]+ [a-z]+ using\b[^)]*\bctid\b|\bctid = [a-z]+\.place\b/i.test(sql),
  },
  {
    fault: 'has a clock in CASE or COALESCE of an UPDATE: write (select now())',
    isFound: (sql) =>
      setsOf(sql).some(
        (part) =>
          /\b(?:case|coalesce)\b/i.test(part) &&
          moment.test(part.replace(/^[^,]*= now\(\),/, '')) &&
          partsFrom(part, /\bcoalesce\(|\bcase\b/, /^\send\b/i).some((inner) => moment.test(inner)),
      ),
  },
  {
    fault: 'has coalesce(… <= now(), …) where it writes: write (x is null or x <= now())',
    isFound: (sql) =>
      /\b(?:update|delete from|for update)\b/i.test(sql) && /coalesce\([a-z_.]+ <= now\(\), true\)/i.test(sql),
  },
  {
    fault:
      'sets clock_timestamp() or gen_random_uuid() in an UPDATE: write statement_timestamp(), or take it from a list',
    isFound: (sql) => setsOf(sql).some((part) => /\b(?:clock_timestamp|gen_random_uuid|random)\(\)/.test(part)),
  },
  {
    fault: 'has a clock after DO UPDATE: write excluded.column',
    isFound: (sql) =>
      partsFrom(sql, /\bdo update\s+set\b/, /^\s(?:returning|where)\s/i).some((part) => unstable.test(part)),
  },
  {
    fault: 'inserts a list and has a parameter after DO UPDATE: write excluded.column',
    isFound: (sql) =>
      /\)\s*select\b[^;]*\bfrom\b[^;]*\bdo update\b/i.test(sql) &&
      partsFrom(sql, /\bdo update\s+set\b/, /^\s(?:returning|where)\s/i).some((part) => /\$\d/.test(part)),
  },
  {
    fault: 'formats or reads a clock in RETURNING of a write: return the column and format it outside',
    isFound: (sql) => partsFrom(sql, /\breturning\b/, never).some((part) => unstable.test(part)),
  },
  {
    fault: 'inserts what it selects and answers with nothing: add returning tenant_id',
    isFound: (sql) =>
      partsFrom(sql, /\binsert into\s+[a-z_]+(?:\s+as\s+[a-z]+)?\s*\(/, never).length > 0 &&
      [...sql.matchAll(/\binsert into\s+[a-z_]+(?:\s+as\s+[a-z]+)?\s*\(/gi)].some((match) => {
        const [statement = ''] = partsFrom(
          sql.slice(match.index),
          /\binsert into\s+[a-z_]+(?:\s+as\s+[a-z]+)?\s*/,
          never,
        )
        return /\)\s*select\b/i.test(statement) && /\bfrom\b/i.test(statement) && !/\breturning\b/i.test(statement)
      }),
  },
  {
    fault: 'inserts VALUES with a sub-select: insert what a select gives',
    isFound: (sql) =>
      partsFrom(
        sql,
        /\binsert into\s+[a-z_]+(?:\s+as\s+[a-z]+)?\s*\([^()]*\)\s*values\s*/,
        /^\s(?:on|returning)\s/i,
      ).some((part) => /\(\s*select\b/i.test(part)),
  },
  {
    fault: 'selects a tenant without a type in INSERT: write $1::uuid',
    isFound: (sql) =>
      /\binsert into\b[^;]*?\)\s*select(?: distinct on \([^)]*\))? \$1,[^;]*\bfrom [a-z_]+ [a-z]+\b/i.test(sql),
  },
  {
    fault: 'compares with `case x when` in an UPDATE: write case when x = …',
    isFound: (sql) => setsOf(sql).some((part) => /\bcase [a-z_.]+ when\b/i.test(part)),
  },
]

/** Parts of these statements that Citus cannot plan. */
export function unplannable(statements: readonly Statement[]): string[] {
  return statements.flatMap(({ name, text, atNodes }) => {
    const sql = plain(atNodes ?? text)
    return checks.filter(({ isFound }) => isFound(sql)).map(({ fault }) => `${name} ${fault}`)
  })
}

/** A migration, or the file of functions for nodes. */
export interface SqlFile {
  name: string
  text: string
}

/** Functions that nodes run unchanged: they read only copied tables, count, or write no rows. */
const asTheyAre = new Set([
  'live_credentials',
  'live_clients',
  'operations_backlog',
  'count_all_rows',
  'count_rows_of_tenant',
  'make_position_weeks',
  'drop_position_weeks',
])

/** Functions with more rights than their caller that have no version for several nodes. */
export function functionsForOneNode(migrations: readonly SqlFile[], forNodes: SqlFile): string[] {
  const known = new Set(
    [...forNodes.text.matchAll(/\bcreate (?:or replace )?function ([a-z_]+)\(/gi)].map(([, name]) => name!),
  )
  return migrations.flatMap(({ name, text }) =>
    definersOf(text)
      .filter((defined) => !known.has(defined) && !asTheyAre.has(defined))
      .map((defined) => `${name}: ${defined} has no version in db/citus/functions.sql`),
  )
}

function definersOf(sql: string): string[] {
  return [...sql.matchAll(/\bcreate (?:or replace )?function ([a-z_]+)\(([\s\S]*?)\bas\s+\$/gi)]
    .filter((match) => /security definer/i.test(match[2]!))
    .map((match) => match[1]!)
}

/** SQL not allowed in a migration when tables are distributed. */
export function unspreadable(migrations: readonly SqlFile[]): string[] {
  const rules: [RegExp, string][] = [
    [/on delete set (?:null|default)/i, 'a foreign key that sets columns to null: use a trigger'],
    [/create policy[^;]*\(\s*select\b/i, 'a policy with a sub-select: call current_tenant() itself'],
    [/set_config\('app\.tenant'/i, 'set_config of the tenant, which stays on one node'],
    [
      /\b(?:serial|bigserial|generated (?:always|by default) as identity)\b/i,
      'numbers of one node: use an id or a counter of the tenant',
    ],
  ]
  return migrations.flatMap(({ name, text }) =>
    rules.filter(([pattern]) => pattern.test(text.replace(/--[^\n]*/g, ''))).map(([, fault]) => `${name} has ${fault}`),
  )
}
