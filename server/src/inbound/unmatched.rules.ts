import type { ErrorStatus } from '@cartage/contract/orders/upload-record'
import type { z } from 'zod'
import type { Note } from '../messages/rules.ts'

type Failure = z.output<typeof ErrorStatus>

/** Items of a message that could not be applied, reported to the sender and kept for people. */
export interface Misses {
  readonly errors: readonly Failure[]
  /** @param path where the body says the item */
  add(path: string, item: unknown, reason: string): void
  /** Reports what looks wrong in an item that was applied. No person has to do anything about it. */
  warn(path: string, reason: string): void
}

/** Begins the list of a message. */
export function openMisses(note: Pick<Note, 'unmatched'>): Misses {
  const errors: Failure[] = []
  return {
    errors,
    add(path, item, reason) {
      errors.push(failure(`${path}: ${reason}`))
      note.unmatched(path, item, reason)
    },
    warn(path, reason) {
      errors.push(failure(`${path}: ${reason}`))
    },
  }
}

/** What is reported to a sender whose message is right in form and wrong in content. */
export function failure(message: string): Failure {
  return { error_type: 'USER_INPUT_ERROR', error_message: message }
}
