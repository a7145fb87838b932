import { msg, type Sentence } from '@cartage/contract/message'

/** Stored reason of a failed poll. The sentence is made when read, in the language of the reader. */
export type FailureCode =
  | 'NO_ANSWER'
  | 'ADDRESS'
  | 'TOO_OFTEN'
  | 'CREDENTIALS'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'STATUS'
  | 'NOT_JSON'
  | 'NO_TOKEN'
  | 'NOT_STORED'

/** TELE-6: each with its reason and one remedy. */
const failures: Record<Exclude<FailureCode, 'NO_ANSWER' | 'STATUS'>, { message: string }> = {
  ADDRESS: { message: 'This server may not reach the address. Enter one that it may reach, or ask its operator.' },
  TOO_OFTEN: {
    message: 'The service is asked too often (429). It is asked again later. Enter more seconds between polls.',
  },
  CREDENTIALS: { message: 'The service refuses the credentials (401). Enter them again.' },
  FORBIDDEN: { message: 'This account may not read positions (403). Ask the service to allow it.' },
  NOT_FOUND: { message: 'The service is not at this address (404). Correct the address.' },
  NOT_JSON: { message: 'What the service answers is not JSON, or is larger than 16 MB. Correct the address.' },
  NO_TOKEN: { message: 'The token endpoint answered without access_token. Correct its address.' },
  NOT_STORED: { message: 'What the service answered could not be stored. The log of the server says why.' },
}

/** Failures that only a change of the connection resolves. */
const toChange: readonly string[] = ['ADDRESS', 'TOO_OFTEN', 'CREDENTIALS', 'NOT_FOUND', 'NOT_JSON', 'NO_TOKEN']

/** Whether the remedy is to change the connection. */
export function isToChange(code: string): boolean {
  return toChange.includes(code)
}

/**
 * Why a poll failed and how to resolve it (TELE-6).
 * @param detail the status, or why the service did not answer; null without
 */
export function failureMessage(code: string, detail: string | null): Sentence {
  if (code === 'STATUS') return msg`The service answered with status ${detail}. It is asked again later.`
  const known = failures[code as keyof typeof failures]
  if (known) return known.message
  return msg`The service did not answer (${detail}). It is asked again later. Check the address if that goes on.`
}

/** Failure code of an HTTP error status. */
export function failureOfStatus(status: number): FailureCode {
  if (status === 429) return 'TOO_OFTEN'
  if (status === 401) return 'CREDENTIALS'
  if (status === 403) return 'FORBIDDEN'
  return status === 404 ? 'NOT_FOUND' : 'STATUS'
}

/** Failure code of a missing answer: `timeout: no complete answer in time` is stored as `timeout`. */
export function failureOfNetwork(failure: string | null): { code: FailureCode; detail: string } {
  const detail = (failure ?? '').split(':')[0]!.trim() || 'timeout'
  return { code: detail === 'address_refused' ? 'ADDRESS' : 'NO_ANSWER', detail }
}
