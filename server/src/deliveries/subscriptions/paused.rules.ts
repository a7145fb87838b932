import type { Letter } from '../../auth/users/links.rules.ts'

/**
 * The letter that reports a pause.
 * @param to addresses of the Super admins, at least one
 * @param page address of the page on which receivers are resumed
 */
export function pausedLetter(
  to: readonly string[],
  endpoint: { name: string; tenant_name: string },
  reason: string,
  page: string,
): Letter {
  const { name, tenant_name: tenant } = endpoint
  const text = [
    `The receiver "${name}" of ${tenant} is paused: nothing is sent to it any more.`,
    reason,
    'What it would have got waits in order and is sent once the receiver is resumed. Mend the receiver, then resume it:',
    page,
  ]
  return {
    to: to.join(', '),
    subject: `${tenant}: the receiver "${oneLine(name)}" is paused`,
    text: `${text.join('\n\n')}\n`,
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
