/** Data needed to repeat a request by hand. */
interface Exchange {
  url: string
  headers: Readonly<Record<string, unknown>>
  body: string
}

/** curl command that sends the same bytes and headers; masked credentials stay as placeholders. */
export function curlOf({ url, headers, body }: Exchange): string {
  const lines = Object.entries(headers).map(([name, value]) => `  -H ${quote(`${name}: ${String(value)}`)}`)
  return [`curl -X POST ${quote(url)}`, ...lines, `  --data-raw ${quote(body)}`].join(' \\\n')
}

/** Quotes for a shell (POSIX 2.2.2): single quotes preserve everything literally. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
