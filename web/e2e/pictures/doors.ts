import type { Page } from 'playwright-core'
import { send } from '../calls.ts'
import type { Picture } from './take.ts'

interface Trips {
  items: { trip_id: string; subcontractor: object | null }[]
}
interface Orders {
  items: { order_id: string; customer: { company_id: string } }[]
}
interface Trip {
  resources: { resource_id: string; resource_type: string }[]
}

/** Door pages, opened by links that a planner creates. */
export async function doorPictures(planner: Page): Promise<Picture[]> {
  const create = async (of: string, body: object = {}) => {
    const { path } = await send<{ path: string }>(planner, 'POST', `/app/${of}/links`, { language: 'en', ...body })
    return path
  }
  const { items: orders } = await send<Orders>(planner, 'GET', '/app/orders?status=IN_PROGRESS&limit=1')
  const { items: trips } = await send<Trips>(planner, 'GET', '/app/trips?status=PLANNED&sort=starts&limit=100')
  const carried = trips.find(({ subcontractor }) => subcontractor !== null)!
  const order = orders[0]!
  const customer = `companies/${order.customer.company_id}`
  const portal = await create(customer, { person_name: 'Ann Peeters' })
  return [
    { name: 'door-carrier', path: await create(`trips/${carried.trip_id}`, { label: 'Gent' }), isPage: true },
    { name: 'door-driver', path: await create(`resources/${await driverOf(planner, trips)}`), isPage: true },
    { name: 'door-tracking', path: await create(`orders/${order.order_id}`), isPage: true },
    { name: 'door-portal', path: portal, isPage: true },
    { name: 'door-portal-order', path: portal.replace('#', `?order=${order.order_id}#`) },
  ]
}

/** The first driver with a planned trip. */
async function driverOf(planner: Page, trips: Trips['items']): Promise<string> {
  for (const { trip_id } of trips) {
    const { resources } = await send<Trip>(planner, 'GET', `/app/trips/${trip_id}`)
    const driver = resources.find(({ resource_type }) => resource_type === 'DRIVER')
    if (driver) return driver.resource_id
  }
  throw new Error('the sample has no planned trip with a driver')
}
