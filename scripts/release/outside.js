// Copied by the trial into a folder outside of the project, next to the packed @cartage/client: an integrator's program.
// `node outside.js NAME COUNT` uploads that many orders, waits until each is applied, and prints what the log of events has, with the first
// hundred orders in it.
import { Cartage } from '@cartage/client'

const { CARTAGE_URL, CARTAGE_ID, CARTAGE_SECRET } = process.env
const cartage = new Cartage({ url: CARTAGE_URL, client: { id: CARTAGE_ID, secret: CARTAGE_SECRET } })
const [name, count] = process.argv.slice(2)

async function upload(number) {
  const { upload_id } = await cartage.uploadOrder({
    body: {
      operation: 'CREATE',
      order_identifier: `${name}-${number}`,
      transport_service: { name: 'General' },
      customer: { name: 'Demo customer' },
      consignments: [
        {
          pickup_stop: { date: '2026-12-01', location: { name: 'Quay 12', city: 'Rotterdam', country: 'NL' } },
          delivery_stop: { date: '2026-12-02', location: { name: 'Warehouse 3', city: 'Duisburg', country: 'DE' } },
        },
      ],
    },
  })
  const result = await cartage.followUpload(upload_id)
  if (result.upload_status !== 'COMPLETED') throw new Error(JSON.stringify(result))
}

for (let number = 1; number <= Number(count); number += 1) await upload(number)
const events = []
for await (const event of cartage.each.listEvents()) events.push(event)
const ids = new Set(events.filter((event) => event.entity_type === 'order').map((event) => event.entity_id))
const orders = []
for (const order_id of [...ids].slice(0, 100)) orders.push(await cartage.getOrder({ order_id }))
console.log(JSON.stringify({ events: events.map((event) => event.event_id), orders }))
