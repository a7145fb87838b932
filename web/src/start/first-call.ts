/** A complete order, small enough to read: one consignment from Rotterdam to Duisburg. */
export function firstOrder(today: Date): object {
  const date = new Date(today.getTime() + 24 * 3600 * 1000).toISOString().slice(0, 10)
  return {
    operation: 'CREATE',
    order_identifier: 'FIRST-ORDER-1',
    customer: { name: 'Demo customer' },
    consignments: [
      {
        pickup_stop: {
          date,
          location: {
            name: 'Demo warehouse',
            address: 'Waalhaven 1',
            postal_code: '3087',
            city: 'Rotterdam',
            country: 'NL',
          },
        },
        delivery_stop: {
          date,
          location: {
            name: 'Demo plant',
            address: 'Hafenstrasse 2',
            postal_code: '47119',
            city: 'Duisburg',
            country: 'DE',
          },
        },
        goods: [{ description: 'Pallets', quantity: 12, total_weight_kg: 6000 }],
      },
    ],
  }
}

/** Shell lines that fetch a token with the API client's id and secret and keep it in TOKEN. */
export function tokenCommand(origin: string): string {
  return [
    `TOKEN=$(curl -s -X POST -u "$CLIENT_ID:$CLIENT_SECRET" ${origin}/v1/auth/token \\`,
    `  | sed 's/.*"access_token": *"\\([^"]*\\)".*/\\1/')`,
  ].join('\n')
}

/** Shell lines that send a first order. */
export function uploadCommand(origin: string, today: Date): string {
  return [
    `curl -X POST ${origin}/v1/orders/order/upload \\`,
    `  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '`,
    `${JSON.stringify(firstOrder(today), undefined, 1)}'`,
  ].join('\n')
}

/** Shell line that reads the event log from its start. */
export function eventsCommand(origin: string): string {
  return `curl -H "Authorization: Bearer $TOKEN" ${origin}/v1/events`
}
