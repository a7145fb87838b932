/** Reason for stopping the process. */
export type StopReason = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'launcher gone'

/** Interval for checking the parent process, in milliseconds; a check costs a microsecond. */
const lookEvery = 200

/**
 * Calls `stop` once, on the first of: SIGINT (Ctrl-C), SIGTERM, SIGHUP (the terminal was closed), or the death of the
 * parent process. Later ones are ignored, because Ctrl-C under npm arrives two or three times and must not interrupt a
 * clean stop.
 * @returns a function that removes the listeners
 */
export function onStopRequest(stop: (reason: StopReason) => void): () => void {
  let requested = false
  const ask = (reason: StopReason) => {
    if (requested) return
    requested = true
    stop(reason)
  }
  const askBySignal = (signal: NodeJS.Signals) => ask(signal as StopReason)
  const askByLauncher = () => ask('launcher gone')

  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, askBySignal)
  const forgetChannel = watchChannel(askByLauncher)
  const forgetParent = watchParent(askByLauncher)
  return () => {
    for (const signal of signals) process.off(signal, askBySignal)
    forgetChannel()
    forgetParent()
  }
}

/** The launcher keeps a channel open to a server running as its child. It closes when the launcher dies. */
function watchChannel(gone: () => void): () => void {
  if (process.send === undefined) return () => {}
  process.on('disconnect', gone)
  // Listening must not keep this process alive.
  process.channel?.unref()
  return () => process.off('disconnect', gone)
}

/**
 * npm runs a script in a shell. A signal to npm alone ends that shell without reaching the server, which only notices a
 * new parent. Outside npm a server may outlive its parent (nohup, setsid).
 */
function watchParent(gone: () => void): () => void {
  if (process.env.npm_lifecycle_event === undefined && process.env.npm_command === undefined) return () => {}
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    gone()
  }, lookEvery)
  look.unref()
  return () => clearInterval(look)
}
