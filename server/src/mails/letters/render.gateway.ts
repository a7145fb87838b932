import type { MailKind } from '@cartage/contract/mails/app/templates'
import { runIsolated } from '../../isolated/run.ts'
import { task } from '../../isolated/task.ts'
import type { TemplateText } from '../templates/labels.ts'
import type { MailValues } from '../templates/values.rules.ts'
import type { Written, written } from './rules.ts'

const writing = task<typeof written>(new URL('./rules.ts', import.meta.url), 'written')

/** Liquid itself ends a rendering after two seconds and reports the line. */
const milliseconds = 3_000

/**
 * Renders an e-mail from its template in a separate process (LIMIT-15): a template may take seconds. No transaction is
 * open meanwhile, because an e-mail waiting for a process would block a database connection.
 * @throws Problem validation_failed with the line of the error, too_complex, rate_limited, unavailable
 */
export function writeIsolated(
  tenantId: string,
  kind: MailKind,
  template: TemplateText,
  values: MailValues,
): Promise<Written> {
  return runIsolated(writing, [kind, template, values], { tenantId, milliseconds })
}
