/** The port is taken. `message` says by what means to choose another. */
export class PortBusy extends Error {
  override name = 'PortBusy'
}
