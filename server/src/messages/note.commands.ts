import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/tenant.ts'
import type { Problem } from '../http/problem.ts'
import { grouped } from './inbox/groups.rules.ts'
import type { NewInboxItem } from './inbox/items.model.ts'
import { digestOf, itemIdentity, rejectionAnswer, rejectionIdentity, rejectionReason } from './log.rules.ts'
import type { InboundMessage, Note } from './rules.ts'
import { claimKey, type Mention, releaseKey } from './store.ts'

/** Most records and items stored for one message. */
const mostRecords = 2_000

/** A note while a message is applied, with its content so far. */
export interface OpenNote extends Note {
  readonly messageId: string
  readonly records: readonly Mention[]
  /** Items in inbox form: many parts of one message are one item. */
  readonly items: readonly NewInboxItem[]
  /** Number of unmatched parts of the message. */
  readonly missCount: number
  /** Nothing of the message was applied: parts of it matched no record, and no other part changed one. */
  readonly isWithoutEffect: boolean
  /** Records the rejection of the whole message as one item; a repeat for the same reason is the same item. */
  refused(problem: Problem, about: readonly [entityType: string, id: string][]): void
  /** Adds the note of a part of the message. */
  take(part: OpenNote): void
  readonly noted: Noted
}

interface Noted {
  readonly records: Map<string, Mention>
  readonly parts: NewInboxItem[]
  readonly paths: string[]
  readonly reasons: string[]
  asked: number
  effects: number
}

/** Starts the note of a message that is applied in this transaction. */
export function openNote(tx: Tx, message: InboundMessage, messageId: string): OpenNote {
  const noted: Noted = { records: new Map(), parts: [], paths: [], reasons: [], asked: 0, effects: 0 }
  const { records, parts, paths, reasons } = noted
  return {
    messageId,
    noted,
    get records() {
      return [...records.values()]
    },
    get items() {
      return grouped(parts, paths, reasons)
    },
    get missCount() {
      return paths.length
    },
    get isWithoutEffect() {
      // A record that matched but rejected the change is touched as well. With effect keys, these decide whether there
      // was an effect.
      return paths.length > 0 && (noted.asked > 0 ? noted.effects === 0 : records.size === 0)
    },
    touched(entityType, entityId) {
      if (records.size < mostRecords)
        records.set(`${entityType}:${entityId}`, { value: entityId, entity_type: entityType })
    },
    unmatched(path, item, reason) {
      paths.push(path)
      reasons.push(reason)
      if (parts.length >= mostRecords) return
      parts.push({
        inbox_item_id: randomUUID(),
        kind: message.kind,
        credential_id: message.credentialId,
        message_id: messageId,
        path,
        item,
        reason,
        identity: itemIdentity(message, path, item),
      })
    },
    refused(problem, about) {
      parts.push({
        inbox_item_id: randomUUID(),
        kind: message.kind,
        credential_id: message.credentialId,
        message_id: messageId,
        path: '',
        item: { status: problem.status, ...rejectionAnswer(problem) },
        reason: rejectionReason(problem),
        identity: rejectionIdentity(message, problem, about),
      })
    },
    async isFirst(key) {
      noted.asked += 1
      const isNew = await claimKey(tx, message.credentialId, digestOf(`effect:${key}`), messageId)
      // An effect of an earlier message counts as well.
      noted.effects += 1
      return isNew
    },
    async forget(key) {
      noted.effects -= 1
      await releaseKey(tx, message.credentialId, digestOf(`effect:${key}`))
    },
    take({ noted: own }) {
      for (const [name, record] of own.records) if (records.size < mostRecords) records.set(name, record)
      parts.push(...own.parts.slice(0, mostRecords - parts.length))
      paths.push(...own.paths)
      reasons.push(...own.reasons)
      noted.asked += own.asked
      noted.effects += own.effects
    },
  }
}
