import { onTestFinished, vi } from 'vitest'

/**
 * Fakes passkeys in the browser, all with the same content. Undone when the test ends.
 * @returns `cancel`, after which the user closes the browser's dialog, until `resume`
 */
export function passkeyAnswers(): { cancel: () => void; resume: () => void } {
  let isCancelled = false
  const parse = (given: unknown) => given
  const response = {
    ...{ clientDataJSON: 'data', attestationObject: 'object', transports: ['internal'] },
    ...{ authenticatorData: 'authenticator', signature: 'signature', userHandle: 'handle' },
  }
  const answer = async () => {
    if (isCancelled) throw new DOMException('closed', 'NotAllowedError')
    return { toJSON: () => ({ id: 'shown', response }) }
  }
  vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: parse, parseRequestOptionsFromJSON: parse })
  const before = Object.getOwnPropertyDescriptor(navigator, 'credentials')
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: answer, get: answer } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    if (before) Object.defineProperty(navigator, 'credentials', before)
    else Reflect.deleteProperty(navigator, 'credentials')
  })
  return {
    cancel: () => {
      isCancelled = true
    },
    resume: () => {
      isCancelled = false
    },
  }
}
