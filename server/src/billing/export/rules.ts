import type { DocumentContent } from '../documents/content.rules.ts'

/** Whether both parties have an electronic address, so that the document can be electronic. */
export function isElectronic({ seller, buyer }: Pick<DocumentContent, 'seller' | 'buyer'>): boolean {
  return seller.electronic_address !== null && buyer.electronic_address !== null
}

/** Document number as a file name without extension. */
export function fileNameOf({ name }: Pick<DocumentContent, 'name'>): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '_')
}

/** Makes file names unique: numbers of two series may be equal, so the id is added to the second. */
export function uniqueNames() {
  const given = new Set<string>()
  return (name: string, id: string): string => {
    const free = given.has(name) ? `${name}-${id}` : name
    given.add(free)
    return free
  }
}
