/** Something in a request that was accepted unchanged although it looks wrong. */
export interface Warning {
  /** Path of the member in the request; null when it is about the whole request. */
  field: string | null
  code: string
  message: string
}

/** Data received with the body of an answer. */
export interface Answer {
  status: number
  headers: Headers
  warnings: readonly Warning[]
  /** An earlier request with the same key had this result: nothing was created again. */
  isRepeat: boolean
}

/** Keyed by the body that a method returned, and garbage-collected with it. */
export const answers = new WeakMap<object, Answer>()

/** Status, headers and warnings of a returned answer; undefined for anything else. */
export function answerOf(body: object): Answer | undefined {
  return answers.get(body)
}

/** Reads the header `Cartage-Warnings`; an empty list when there is none. */
export function readWarnings(headers: Headers): Warning[] {
  const text = headers.get('cartage-warnings')
  return text === null ? [] : (JSON.parse(text) as Warning[])
}
