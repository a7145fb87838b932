import { msg, type Sentence } from '@cartage/contract/message'
import { errorItem, Problem } from '../../http/problem.ts'

/** Reasons why a provider sign-in failed, each with the next step, as shown on the login page. */
const refusals = {
  no_address: {
    message:
      'This server does not know its own address, so no provider can send people back. Ask the operator to set PUBLIC_URL.',
  },
  provider_gone: { message: 'This way to sign in is not there any more. Enter your e-mail address to see what is.' },
  expired: { message: 'This sign-in took longer than ten minutes, or was already used. Sign in again.' },
  other_browser: {
    message: 'This sign-in was begun in another browser, or the browser keeps no cookies. Sign in again, here.',
  },
  state_wrong: { message: 'The answer of the provider belongs to another sign-in. Sign in again.' },
  cancelled: {
    message: 'The provider did not let you in, or you stopped there. Sign in again, or use another account there.',
  },
  answer_invalid: {
    message:
      'The answer of the provider is not valid, so no one was signed in. Sign in again; if it stays so, inform your Super admin.',
  },
  address_missing: {
    message:
      'The provider did not say your e-mail address. Ask your Super admin to have it release the address (scope email).',
  },
  address_unverified: {
    message:
      'The provider has not verified your e-mail address. Verify it there and sign in again, or ask your Super admin for help.',
  },
  domain_not_listed: {
    message: 'This provider does not sign in people with your e-mail domain. Ask your Super admin to add the domain.',
  },
  unknown_person: { message: 'You have no account here yet. Ask a Super admin of your organisation to invite you.' },
  account_disabled: { message: 'Your account here is disabled. Ask a Super admin of your organisation.' },
  suspended: { message: 'This organisation is suspended. Ask the operator of the service.' },
  connection_ended: {
    message:
      'Your connection with this provider was ended. Ask a Super admin of your organisation to allow it again, or sign in with your password.',
  },
  other_person: {
    message: 'You came back from the provider as another person. Sign in again there, with your own account.',
  },
  not_asked: {
    message:
      'The provider let you in without asking who you are. Sign out at the provider, and then sign in again with it.',
  },
  bound_to_another: {
    message:
      'The account with your e-mail address belongs to another person at the provider. Ask a Super admin to end that connection.',
  },
} as const satisfies Record<string, { message: string }>

/** Reason why a provider sign-in failed. */
export type RefusedFor = keyof typeof refusals

/** The Problem of a failed sign-in. Its `errors` name the reason for programs. */
export function refused(reason: RefusedFor, message: Sentence = refusals[reason].message): Problem {
  return new Problem('sign_in_refused', { message, errors: [errorItem('', message, reason)] })
}

/**
 * The Problem of an error reported by the provider, quoted verbatim.
 * @param text of the provider, for people
 */
export function refusedByProvider(text: string): Problem {
  return refused('cancelled', msg`The provider did not let you in: ${text.slice(0, 300)}. Ask who looks after it.`)
}

/**
 * The Problem of an unreachable provider.
 * @param why plain description
 */
export function unreachable(why: Sentence): Problem {
  const message = msg`The provider could not be asked, so no one was signed in: ${why}`
  return new Problem('sign_in_refused', { message, errors: [errorItem('', message, 'unreachable')] })
}
