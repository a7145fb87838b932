/** Where the page of a record is, by kind and id. Kinds without a page of their own lead to the start. */
export function recordPath(kind: string, id: string): string {
  const folder = folders[kind]
  return folder === undefined ? '/' : `${folder}/${id}`
}

const folders: Readonly<Record<string, string>> = {
  order: '/orders',
  trip: '/trips',
  company: '/companies',
  resource: '/resources',
  location: '/locations',
}
