import type { EngineAdvice } from '@cartage/contract/positions/app/road-engine'
import type { Way } from './rules.ts'

/** Two towns on a lorry route; the map of an engine covers one country or more. */
export interface KnownPair extends Way {
  from: string
  to: string
}

const pair = (from: string, from_place: string, to: string, to_place: string): KnownPair => {
  return { from, to, from_place, to_place }
}

/** Tried in sequence until the engine's map has one. */
export const knownPairs: readonly KnownPair[] = [
  pair('Rotterdam', '51.9225,4.4792', 'Antwerp', '51.2194,4.4025'),
  pair('Hamburg', '53.5511,9.9937', 'Berlin', '52.5200,13.4050'),
  pair('Paris', '48.8566,2.3522', 'Lyon', '45.7640,4.8357'),
  pair('Milan', '45.4642,9.1900', 'Bologna', '44.4949,11.3426'),
  pair('Madrid', '40.4168,-3.7038', 'Zaragoza', '41.6488,-0.8891'),
  pair('Warsaw', '52.2297,21.0122', 'Łódź', '51.7592,19.4560'),
  pair('London', '51.5074,-0.1278', 'Birmingham', '52.4862,-1.8904'),
]

/** Advice for a failure of an engine. */
export function adviceFor(failure: string): EngineAdvice {
  if (failure.startsWith('address_refused')) return 'PRIVATE_ADDRESS'
  if (!failure.startsWith('HTTP ')) return 'CHECK_ADDRESS'
  if (/^HTTP (401|403|429)/.test(failure)) return 'CHECK_KEY'
  if (/is not JSON$/.test(failure)) return 'OTHER_PROGRAM'
  if (/^HTTP 5/.test(failure)) return 'FAULT_OF_ENGINE'
  return 'CHECK_KIND_OR_PROFILE'
}

/** The advice for the operator, shown on the command line. */
export const adviceTexts: Readonly<Record<EngineAdvice, string>> = {
  CHECK_ADDRESS: 'check that the engine runs and that its address is correct',
  PRIVATE_ADDRESS: 'a private address is for ROUTING_URL of the installation, or allow it with OUTBOUND_ALLOW',
  CHECK_KEY: 'check the key in its address, and how many requests it allows',
  CHECK_KIND_OR_PROFILE: 'check which engine it is, and the name of its profile',
  OTHER_PROGRAM: 'the address belongs to another program: check host, port and path',
  FAULT_OF_ENGINE: 'the engine has a fault: read its log, and restart it',
  LOAD_MAP: 'load the map of the countries that you drive in',
}
