import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** URL parameters of the task list. */
export const TasksSearch = address({
  /** Comma-separated states. */
  status: text,
  /** Comma-separated waiting reasons. */
  waiting_for: text,
  leased: flag,
  attention: flag,
  /** Id of a company. */
  company_id: text,
  /** Id of a billing entity. */
  billing_entity_id: text,
  q: text,
  sort: oneOf(['newest', 'oldest']),
  /** Id of the task whose panel is open. */
  peek: text,
})
export type TasksSearch = ReturnType<typeof TasksSearch>

/** URL parameters of the receivables. */
export const ReceivablesSearch = address({
  /** Reference day for ages. */
  on: text,
  /** Id of a billing entity. */
  entity: text,
})
export type ReceivablesSearch = ReturnType<typeof ReceivablesSearch>
