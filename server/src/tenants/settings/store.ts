import { answered, type Statement, statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { SettingKind, SettingReference, SettingValues } from './kinds.rules.ts'

/** One entry of a kind of setting. */
export interface Entry {
  setting_id: string
  is_archived: boolean
  values: SettingValues
  created_at: string
  updated_at: string
}

/** An entry to write. */
export type EntryValues = Pick<Entry, 'setting_id' | 'values'>

interface KindStatements {
  load: Statement
  insert: Statement
  /** Inserts a missing entry, renames an existing one. */
  merge: Statement
  update: Statement
  archive: Statement
  remove: Statement
  /** For kinds with a single marked entry: removes the mark. */
  unmark: Statement | undefined
}

const declared = new Map<string, KindStatements>()

/** Statements of a kind, declared on first use; their text depends only on the kind. */
export function statementsOf(kind: SettingKind): KindStatements {
  const known = declared.get(kind.noun)
  if (known) return known
  const created = declare(kind)
  declared.set(kind.noun, created)
  return created
}

function declare(kind: SettingKind): KindStatements {
  const { noun } = kind
  const id = `${noun}_id`
  const add = insertText(kind)
  return {
    load: statement(`tenants.load_${noun}`, loadText(kind)),
    insert: statement(`tenants.insert_${noun}`, answered(add)),
    merge: statement(`tenants.merge_${noun}`, answered(mergeText(kind, add))),
    update: statement(`tenants.update_${noun}`, updateText(kind)),
    archive: statement(
      `tenants.archive_${noun}`,
      `update ${noun} set is_archived = true, updated_at = now() where tenant_id = $1 and ${id} = any($2::uuid[])`,
    ),
    remove: statement(`tenants.delete_${noun}`, `delete from ${noun} where tenant_id = $1 and ${id} = any($2::uuid[])`),
    unmark:
      kind.single === undefined
        ? undefined
        : statement(
            `tenants.unmark_${noun}`,
            `update ${noun} set ${kind.single} = false where tenant_id = $1 and ${kind.single}`,
          ),
  }
}

function loadText({ noun, columns, references = [] }: SettingKind): string {
  const members = Object.keys(columns).map((name) => `'${name}', t.${name}`)
  for (const { member, noun: other } of references) {
    members.push(
      `'${member}', (select r.code from ${other} r where r.tenant_id = $1 and r.${other}_id = t.${other}_id)`,
    )
  }
  return `select t.${noun}_id as setting_id, t.is_archived, ${instant('t.created_at')} as created_at,
      ${instant('t.updated_at')} as updated_at, jsonb_build_object(${members.join(', ')}) as values
    from ${noun} t where t.tenant_id = $1 order by t.created_at, t.${noun}_id`
}

/** Written columns, with the source of each value. A code becomes the id of the active entry with that code. */
function filled({ columns, references = [] }: SettingKind): [column: string, source: string][] {
  const own = Object.keys(columns).map((name): [string, string] => [name, `given.${name}`])
  const named = references.map((reference): [string, string] => [`${reference.noun}_id`, idBehind(reference)])
  return [...own, ...named]
}

/** The active entry with the given code, within another entry if codes are unique only there. */
function idBehind({ member, noun, within }: SettingReference): string {
  const scope = within ? ` and r.${within.noun}_id = ${idBehind(within)}` : ''
  const found = `r.tenant_id = $1 and r.code = given.${member} and not r.is_archived${scope}`
  return `(select r.${noun}_id from ${noun} r where ${found})`
}

function sentRows({ columns, references = [] }: SettingKind): string {
  const members = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const named = references.map(({ member }) => `${member} text`)
  return `jsonb_to_recordset($2::jsonb) as given (setting_id uuid, ${[...members, ...named].join(', ')})`
}

function insertText(kind: SettingKind): string {
  const columns = filled(kind)
  return `insert into ${kind.noun} (tenant_id, ${kind.noun}_id, ${columns.map(([column]) => column).join(', ')})
    select $1::uuid, coalesce(given.setting_id, gen_random_uuid()), ${columns.map(([, source]) => source).join(', ')}
      from ${sentRows(kind)}`
}

/** Without unique members, an entry with the key of an active one is left out. */
function mergeText(kind: SettingKind, insert: string): string {
  if (kind.distinct.length > 0) {
    const changed = filled(kind).map(([column]) => `${column} = excluded.${column}`)
    const key = kind.distinct[0]!.map((name) => columnOf(kind, name))
    return `${insert} on conflict (tenant_id, ${key.join(', ')}) where not is_archived
      do update set ${changed.join(', ')}, updated_at = excluded.updated_at`
  }
  const same = kind.key.map((name) => `t.${name} is not distinct from given.${name}`)
  return `${insert} where not exists (
      select from ${kind.noun} t where t.tenant_id = $1 and not t.is_archived and ${same.join(' and ')})`
}

function columnOf({ references = [] }: SettingKind, member: string): string {
  const reference = references.find((one) => one.member === member)
  return reference ? `${reference.noun}_id` : member
}

function updateText(kind: SettingKind): string {
  const set = filled(kind).map(([column, source]) => `${column} = ${source}`)
  return `update ${kind.noun} t set ${set.join(', ')}, is_archived = false, updated_at = now()
      from ${sentRows(kind)} where t.tenant_id = $1 and t.${kind.noun}_id = given.setting_id`
}

/** All entries of a kind, including archived ones, in the order of creation. */
export async function loadEntries(tx: Tx, kind: SettingKind): Promise<Entry[]> {
  return await tx.query<Entry>(statementsOf(kind).load)
}

/** Rows to write for one kind. */
export interface KindWrites {
  insert: readonly EntryValues[]
  /** Entries that are active afterwards, whatever their state was. */
  update: readonly EntryValues[]
  archive: readonly string[]
  remove: readonly string[]
}

/**
 * Adds and changes entries of one kind. Referenced kinds are written first.
 * @throws the database's error when two active entries would share a code
 */
export async function writeEntries(tx: Tx, kind: SettingKind, { insert, update }: KindWrites): Promise<void> {
  const statements = statementsOf(kind)
  const marks = [...insert, ...update].some(({ values }) => kind.single !== undefined && values[kind.single] === true)
  await Promise.all([
    marks && statements.unmark ? tx.query(statements.unmark) : undefined,
    update.length > 0 ? tx.query(statements.update, rowsOf(update)) : undefined,
    insert.length > 0 ? tx.query(statements.insert, rowsOf(insert)) : undefined,
  ])
}

/**
 * Archives and deletes entries of one kind. Referring kinds come first.
 * @throws the database's error 23503 when an entry to delete is still referred to
 */
export async function retireEntries(tx: Tx, kind: SettingKind, { archive, remove }: KindWrites): Promise<void> {
  const statements = statementsOf(kind)
  await Promise.all([
    archive.length > 0 ? tx.query(statements.archive, archive) : undefined,
    remove.length > 0 ? tx.query(statements.remove, remove) : undefined,
  ])
}

function rowsOf(entries: readonly EntryValues[]): string {
  return JSON.stringify(entries.map(({ setting_id, values }) => ({ ...values, setting_id })))
}

/** Adds entries of one kind without reading first, or renames those with the same code. For new tenants. */
export async function mergeEntries(tx: Tx, kind: SettingKind, given: readonly SettingValues[]): Promise<void> {
  if (given.length === 0) return
  await tx.query(statementsOf(kind).merge, JSON.stringify(given.map((values) => kind.schema.parse(values))))
}

const lock = statement('tenants.lock_settings', 'select version from tenant_setting where tenant_id = $1 for update')

/** Blocks other changes of the tenant's settings until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.query(lock)
}

const raise = statement('tenants.raise_version', 'update tenant_setting set version = version + 1 where tenant_id = $1')

/** Invalidates every process's cache of the tenant's settings. */
export async function raiseSettingsVersion(tx: Tx): Promise<void> {
  await tx.query(raise)
}
