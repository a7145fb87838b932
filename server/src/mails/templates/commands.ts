import type { MailKind, MailPreview, MailTemplate } from '@cartage/contract/mails/app/templates'
import type { Language } from '@cartage/contract/reading/languages'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { loadMail } from '../letters/load.commands.ts'
import { writeIsolated } from '../letters/render.gateway.ts'
import type { TemplateText } from './labels.ts'
import { deleteTemplate, writeTemplate } from './store.ts'
import { exampleValues } from './values.rules.ts'
import { latestFor, readTemplateOf } from './views.ts'

/** A template by kind and language, and its author. */
export interface TemplateCommand {
  readonly tenantId: string
  readonly by: By
  readonly kind: MailKind
  readonly language: Language
}

/**
 * Saves a template of the tenant; an invalid one is refused with the line of its error (MAIL-1).
 * @throws Problem validation_failed, too_complex
 */
export async function setTemplate(ctx: Context, command: TemplateCommand, text: TemplateText): Promise<MailTemplate> {
  const { tenantId, kind, language } = command
  await writeIsolated(tenantId, kind, text, exampleValues(kind, language))
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await readTemplateOf(tx, kind, language)
    await writeTemplate(tx, kind, language, text)
    await record(tx, command, before, text)
    return await readTemplateOf(tx, kind, language)
  })
}

/** Restores the built-in template. */
export async function resetTemplate(tx: Tx, command: TemplateCommand): Promise<MailTemplate> {
  const { kind, language } = command
  const before = await readTemplateOf(tx, kind, language)
  if (before.is_builtin) return before
  await deleteTemplate(tx, kind, language)
  await record(tx, command, before, null)
  return await readTemplateOf(tx, kind, language)
}

async function record(
  tx: Tx,
  { by, kind, language }: TemplateCommand,
  { is_builtin, subject, body }: MailTemplate,
  after: TemplateText | null,
): Promise<void> {
  const before = is_builtin ? null : { subject, body }
  const action = after === null ? 'deleted' : is_builtin ? 'created' : 'updated'
  await recordChanges(tx, by, [
    { entity_type: 'mail_template', entity_id: `${kind} ${language}`, action, before, after: after && { ...after } },
  ])
}

/**
 * Renders a template with an order or trip, or with an example when none exists.
 * @throws Problem not_found, validation_failed, too_complex
 */
export async function previewTemplate(
  ctx: Context,
  tenantId: string,
  wanted: PreviewWanted,
  text: TemplateText,
): Promise<MailPreview> {
  const { about, values } = await ctx.db.asTenant(tenantId, (tx) => valuesFor(ctx, tx, wanted))
  return { ...(await writeIsolated(tenantId, wanted.kind, text, values)), about }
}

interface PreviewWanted {
  readonly kind: MailKind
  readonly language: Language
  readonly order_id: string | null
}

async function valuesFor(ctx: Context, tx: Tx, { kind, language, order_id }: PreviewWanted) {
  const id = (kind === 'DISPATCH' ? null : order_id) ?? (await latestFor(tx, kind))
  const example = { about: null, values: exampleValues(kind, language) }
  const subject =
    kind === 'DISPATCH' ? { order_id: null, trip_id: id ?? null } : { order_id: id ?? null, trip_id: null }
  if (id === undefined) return example
  return await loadMail(ctx, tx, { kind, ...subject }, language).catch(orExample(example))
}

/** The latest order may not be late or not be completed: then the example is used. */
function orExample<Example>(example: Example): (error: unknown) => Example {
  return (error) => {
    if (error instanceof Problem && error.code === 'state_conflict') return example
    throw error
  }
}
