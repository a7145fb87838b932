/** Where the page of a record is, by kind and id; undefined for kinds without a page of their own. */
export function recordPath(kind: string, id: string): string | undefined {
  const folder = folders[kind]
  return folder === undefined ? undefined : `${folder}/${id}`
}

const folders: Readonly<Record<string, string>> = {
  order: '/orders',
  trip: '/trips',
  company: '/companies',
  resource: '/resources',
  location: '/locations',
  invoice: '/invoices',
  credit_note: '/invoices',
  charge: '/charges',
}
