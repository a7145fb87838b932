/** A function whose arguments and answer are plain data: text, numbers, bytes, lists and objects of them. */
export type Work = (...given: never[]) => unknown

/** Work for a thread: a function that a module of ours exports. The thread loads the module when it first needs it. */
export interface Task<Wanted extends Work> {
  readonly module: string
  readonly name: string
  /** Never there: it only keeps the type of the function. */
  readonly work?: Wanted
}

/**
 * Names work for a thread: task<typeof readTerms>(new URL('./terms.rules.ts', import.meta.url), 'readTerms'). The module
 * is imported as a type only, so that this process does not load it too.
 */
export function task<Wanted extends Work>(module: URL, name: string): Task<Wanted> {
  return { module: module.href, name }
}

/** What one piece of work may take. */
export interface Limits {
  /** Whose input it is: a tenant has one thread at a time, and the others have theirs meanwhile. */
  readonly tenantId: string
  /** How long the thread may be busy with it; loading the module is not counted. */
  readonly milliseconds: number
}
