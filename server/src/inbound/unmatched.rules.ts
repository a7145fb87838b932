import type { ErrorStatus } from '@cartage/contract/orders/upload-record'
import type { z } from 'zod'
import type { Note } from '../messages/rules.ts'

type Failure = z.output<typeof ErrorStatus>

/** Items of a message that could not be applied, reported to the sender and stored for people. */
export interface Misses {
  readonly errors: readonly Failure[]
  /** @param path path of the item in the body */
  add(path: string, item: unknown, reason: string): void
  /** Reports an implausible value of an applied item; it needs no person. */
  warn(path: string, reason: string): void
}

/** Starts the list of a message. */
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

/** An error for the sender of a message that is well-formed but wrong in content. */
export function failure(message: string): Failure {
  return { error_type: 'USER_INPUT_ERROR', error_message: message }
}
