import { address, flag, oneOf, text } from '../shell/address-members.ts'

/** What the address of the tasks says. */
export const TasksSearch = address({
  /** States, with commas between them. */
  status: text,
  /** What they wait for, with commas between the reasons. */
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

/** What the address of the receivables says. */
export const ReceivablesSearch = address({
  /** Day that ages are counted to. */
  on: text,
  /** Id of a billing entity. */
  entity: text,
})
export type ReceivablesSearch = ReturnType<typeof ReceivablesSearch>
