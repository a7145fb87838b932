import type { OutboundAnswer, OutboundRequest } from '../../context.ts'

/** A Traccar server controlled by a test. */
export interface Traccar {
  devices: object[]
  positions: object[]
  answer(request: OutboundRequest): Partial<OutboundAnswer>
}

/** A simulated server that lists devices and their last positions. */
export function createTraccar(): Traccar {
  const service: Traccar = {
    ...{ devices: [], positions: [] },
    answer({ url }) {
      const { pathname } = new URL(url)
      const found = { '/api/devices': service.devices, '/api/positions': service.positions }[pathname]
      return found ? { status: 200, body: JSON.stringify(found) } : { status: 404, body: '' }
    },
  }
  return service
}

/** A position in the format of Traccar. */
export function traccarPosition(deviceId: number, fixTime: string, given: object = {}): object {
  return {
    ...{ id: 7, deviceId, protocol: 'osmand', deviceTime: fixTime, fixTime, serverTime: fixTime, valid: true },
    ...{ latitude: 51, longitude: 4, altitude: 0, speed: 40, course: 0, accuracy: 0, address: null, network: null },
    ...{ attributes: { odometer: 1_234_000, fuelLevel: 55, motion: true } },
    ...given,
  }
}
