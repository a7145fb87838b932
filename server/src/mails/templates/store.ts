import type { MailKind } from '@cartage/contract/mails/app/templates'
import type { Language } from '@cartage/contract/reading/languages'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import type { TemplateText } from './labels.ts'

/** A template of the tenant. */
export interface TemplateRow extends TemplateText {
  kind: MailKind
  language: Language
  updated_at: string
}

const selectRows = statement(
  'mails.list_templates',
  `select kind, language, subject, body, ${instant('updated_at')} as updated_at from mail_template where tenant_id = $1`,
)

/** The templates that the tenant has written. */
export async function listTemplates(tx: Tx): Promise<TemplateRow[]> {
  return await tx.query<TemplateRow>(selectRows)
}

const upsert = statement(
  'mails.set_template',
  `insert into mail_template (tenant_id, kind, language, subject, body) values ($1, $2, $3, $4, $5)
   on conflict (tenant_id, kind, language) do update
      set subject = excluded.subject, body = excluded.body, updated_at = excluded.updated_at`,
)

/** Inserts or replaces a template. */
export async function writeTemplate(tx: Tx, kind: MailKind, language: Language, text: TemplateText): Promise<void> {
  await tx.query(upsert, kind, language, text.subject, text.body)
}

const remove = statement(
  'mails.delete_template',
  'delete from mail_template where tenant_id = $1 and kind = $2 and language = $3',
)

/** Deletes a template: the built-in one applies again. */
export async function deleteTemplate(tx: Tx, kind: MailKind, language: Language): Promise<void> {
  await tx.query(remove, kind, language)
}
