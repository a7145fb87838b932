import type { Letter } from '../../auth/users/links.rules.ts'

/**
 * The e-mail that reports a pause.
 * @param to addresses of the Super admins, at least one
 * @param page address of the page on which endpoints are resumed
 */
export function pausedLetter(
  to: readonly string[],
  endpoint: { name: string; tenant_name: string },
  reason: string,
  page: string,
): Letter {
  const { name, tenant_name: tenant } = endpoint
  const text = [
    `The webhook endpoint "${name}" of ${tenant} is paused: nothing is sent to it.`,
    reason,
    'Its events are queued in order and are sent when it is resumed. Repair the endpoint, then resume it:',
    page,
  ]
  return {
    to: to.join(', '),
    subject: `${tenant}: webhook endpoint "${oneLine(name)}" is paused`,
    text: `${text.join('\n\n')}\n`,
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
