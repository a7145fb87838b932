/** What is needed to repeat an exchange by hand. */
interface Exchange {
  url: string
  headers: Readonly<Record<string, unknown>>
  body: string
}

/** A command that sends the same bytes with the same headers; credentials that were hidden stay to be filled in. */
export function curlOf({ url, headers, body }: Exchange): string {
  const lines = Object.entries(headers).map(([name, value]) => `  -H ${quote(`${name}: ${String(value)}`)}`)
  return [`curl -X POST ${quote(url)}`, ...lines, `  --data-raw ${quote(body)}`].join(' \\\n')
}

/** Quoted for a shell (POSIX 2.2.2): everything within single quotes is taken as it is. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
