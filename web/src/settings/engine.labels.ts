import type { EngineAdvice } from '@cartage/contract/positions/app/road-engine'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Advice on an engine that measures no roads. */
export const engineAdviceLabels: Readonly<Record<EngineAdvice, MessageDescriptor>> = {
  CHECK_ADDRESS: msg`Check that the engine runs and that its address is correct.`,
  PRIVATE_ADDRESS: msg`A private address works only as the engine of the installation: ask who operates it.`,
  CHECK_KEY: msg`Check the key in its address, and how many requests it allows.`,
  CHECK_KIND_OR_PROFILE: msg`Check the type of the engine and the name of its profile.`,
  OTHER_PROGRAM: msg`The address belongs to another program: check host, port and path.`,
  FAULT_OF_ENGINE: msg`The engine has a fault: read its log and restart it.`,
  LOAD_MAP: msg`Load the map of the countries that you drive in.`,
}
