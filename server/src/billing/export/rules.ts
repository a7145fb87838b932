import type { DocumentContent } from '../documents/content.rules.ts'

/** Whether both parties can be reached, so that the document can be an electronic one. */
export function isElectronic({ seller, buyer }: Pick<DocumentContent, 'seller' | 'buyer'>): boolean {
  return seller.electronic_address !== null && buyer.electronic_address !== null
}

/** The number of a document as the name of a file, without an ending. */
export function fileNameOf({ name }: Pick<DocumentContent, 'name'>): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
}

/** Names that are given once: numbers of two series may be the same, and then the id is added. */
export function uniqueNames() {
  const given = new Set<string>()
  return (name: string, id: string): string => {
    const free = given.has(name) ? `${name}-${id}` : name
    given.add(free)
    return free
  }
}
