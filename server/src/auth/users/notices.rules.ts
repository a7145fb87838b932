import type { Letter } from './links.rules.ts'

/** Changes of a person's sign-in methods. */
export type Notice = 'PASSWORD' | 'PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'FACTOR_ON' | 'FACTOR_OFF'

const labels: Readonly<Record<Notice, (name: string) => string>> = {
  PASSWORD: () => 'The password of your account was changed',
  PASSKEY_ADDED: (name) => `A passkey was added to your account: ${name}`,
  PASSKEY_REMOVED: (name) => `A passkey was removed from your account: ${name}`,
  FACTOR_ON: () => 'A second factor was set up for your account',
  FACTOR_OFF: () => 'The second factor of your account was turned off',
}

/** The mail about a change, so that a person notices one they did not make (PASSKEY-5). */
export function noticeLetter(
  notice: Notice,
  person: { email: string; name: string; tenant_name: string },
  name: string,
): Letter {
  const { email, tenant_name: tenant } = person
  const text =
    `Hello ${person.name},\n\n${labels[notice](name)} with ${tenant}.\n\n` +
    'If it was not you, choose another password with "Forgot password?" and tell your Super admin.\n'
  return { to: email, subject: `Your account with ${tenant} was changed`, text }
}
