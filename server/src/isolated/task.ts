/** A function whose arguments and answer are plain data: text, numbers, bytes, lists and objects of them. */
export type Work = (...given: never[]) => unknown

/** Work for a process: a function that a module of ours exports. The process loads the module when it first needs it. */
export interface Task<Wanted extends Work> {
  readonly module: string
  readonly name: string
  /** Never there: it only keeps the type of the function. */
  readonly work?: Wanted
}

/**
 * Names work for a process: task<typeof readTerms>(new URL('./terms.rules.ts', import.meta.url), 'readTerms'). The module
 * is imported as a type only, so that this one does not load it too.
 */
export function task<Wanted extends Work>(module: URL, name: string): Task<Wanted> {
  return { module: module.href, name }
}

/** What one piece of work may take. */
export interface Limits {
  /** Whose input it is: a tenant has one process at a time, and the others have theirs meanwhile. */
  readonly tenantId: string
  /** How long the process may be busy with it; loading the module is not counted. */
  readonly milliseconds: number
}
