import { dateText, midnightOf } from '../ui/time/zone.ts'
/** A complete but small order: one consignment from Rotterdam to Duisburg, the day after `today`. */
export function firstOrder(today: Date): string {
  const date = dateText(midnightOf(today.getTime(), 1))
  return `{
  "operation": "CREATE",
  "order_identifier": "FIRST-ORDER-1",
  "customer": { "name": "Demo customer" },
  "consignments": [{
    "pickup_stop": {
      "date": "${date}",
      "location": { "city": "Rotterdam", "country": "NL" }
    },
    "delivery_stop": {
      "date": "${date}",
      "location": { "city": "Duisburg", "country": "DE" }
    }
  }]
}`
}

/** Shell lines that fetch a token with the API client's id and secret and store it in TOKEN. */
export function tokenCommand(origin: string): string {
  return [
    'TOKEN=$(curl -s -X POST -u "$CLIENT_ID:$CLIENT_SECRET" \\',
    `  ${origin}/v1/auth/token \\`,
    `  | sed 's/.*"access_token": *"\\([^"]*\\)".*/\\1/')`,
  ].join('\n')
}

/** Shell lines that upload a first order. */
export function uploadCommand(origin: string, today: Date): string {
  return [
    `curl -X POST ${origin}/v1/orders/order/upload \\`,
    '  -H "Authorization: Bearer $TOKEN" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${firstOrder(today)}'`,
  ].join('\n')
}

/** Shell line that reads the event log from its start. */
export function eventsCommand(origin: string): string {
  return `curl -H "Authorization: Bearer $TOKEN" ${origin}/v1/events`
}
