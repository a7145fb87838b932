interface Page {
  items: readonly unknown[]
  next_cursor?: string | null
}

type Item<P extends Page> = P['items'][number]

/** CLIENT-32: a paged list, read as far as needed. */
export class Pages<P extends Page> implements AsyncIterable<Item<P>> {
  readonly #read: (cursor: { cursor?: string }) => Promise<P>

  constructor(read: (cursor: { cursor?: string }) => Promise<P>) {
    this.#read = read
  }

  /** Every record of every page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item<P>, void, undefined> {
    for await (const page of this.pages()) yield* page.items as Item<P>[]
  }

  /** The pages themselves, for other members such as `resume_cursor` of the event log. */
  async *pages(): AsyncGenerator<P, void, undefined> {
    let cursor: string | null | undefined
    do {
      const page = await this.#read(typeof cursor === 'string' ? { cursor } : {})
      yield page
      cursor = page.next_cursor
    } while (typeof cursor === 'string')
  }
}
