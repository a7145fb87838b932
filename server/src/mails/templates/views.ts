import { type MailKind, type MailTemplate, mailKinds } from '@cartage/contract/mails/app/templates'
import { type Language, languages } from '@cartage/contract/reading/languages'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { builtinTemplate } from './labels.ts'
import { listTemplates } from './store.ts'

/** Every template: the tenant's own, else the built-in one. */
export async function readTemplates(tx: Tx): Promise<MailTemplate[]> {
  const own = new Map((await listTemplates(tx)).map((row) => [`${row.kind} ${row.language}`, row]))
  return mailKinds.flatMap((kind) =>
    languages.map((language): MailTemplate => {
      const row = own.get(`${kind} ${language}`)
      if (row) return { ...row, is_builtin: false }
      return { kind, language, ...builtinTemplate(kind, language), is_builtin: true, updated_at: null }
    }),
  )
}

/** The template of a kind in a language. */
export async function readTemplateOf(tx: Tx, kind: MailKind, language: Language): Promise<MailTemplate> {
  return (await readTemplates(tx)).find((one) => one.kind === kind && one.language === language)!
}

const selectOrder = statement(
  'mails.find_latest_order',
  `select o.order_id as id from transport_order o where o.tenant_id = $1 order by o.created_at desc, o.order_number desc limit 1`,
)
const selectTrip = statement(
  'mails.find_latest_trip',
  `select t.trip_id as id from trip t
    where t.tenant_id = $1 and t.status in ('PLANNED', 'IN_PROGRESS') and t.subcontractor_id is not null
    order by t.trip_id desc limit 1`,
)

/** Default record of a preview; undefined without one. */
export async function latestFor(tx: Tx, kind: MailKind): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(kind === 'DISPATCH' ? selectTrip : selectOrder)
  return row?.id
}
