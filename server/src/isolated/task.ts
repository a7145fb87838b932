/** A function whose arguments and answer are plain data: text, numbers, bytes, lists and objects of them. */
export type Work = (...given: never[]) => unknown

/** Work for a process: a function exported by one of our modules, which the process loads on first use. */
export interface Task<Wanted extends Work> {
  readonly module: string
  readonly name: string
  /** Type marker without a value. */
  readonly work?: Wanted
}

/**
 * Names work for a process: task<typeof readTerms>(new URL('./terms.rules.ts', import.meta.url), 'readTerms'). The
 * module is imported as a type only, so this process does not load it.
 */
export function task<Wanted extends Work>(module: URL, name: string): Task<Wanted> {
  return { module: module.href, name }
}

/** Limits of one call. */
export interface Limits {
  /** Owner of the input: a tenant has one process at a time, which leaves the rest to others. */
  readonly tenantId: string
  /** Maximum processing time, without loading the module. */
  readonly milliseconds: number
}
