import type { Server } from '../http/serve.ts'
import { serveCarrier } from './carrier/routes.ts'
import { serveDriver } from './driver/routes.ts'
import { serveLinks } from './links.routes.ts'
import { serveDoorLogos } from './logos.routes.ts'
import { servePortal } from './portal/routes.ts'
import { serveRequests } from './requests/routes.ts'
import { serveTracking } from './tracking/routes.ts'

/** Binds links and the pages they open. */
export function serveDoors(server: Server): void {
  serveLinks(server)
  serveDoorLogos(server)
  serveTracking(server)
  serveCarrier(server)
  serveDriver(server)
  servePortal(server)
  serveRequests(server)
}
