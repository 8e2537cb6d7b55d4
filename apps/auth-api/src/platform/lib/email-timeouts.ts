const minuteMs = 60_000;

/**
 * A mail program waits this long (RFC 5321 section 4.5.3.2): servers delay the greeting to keep spam away, and check an email before
 * they accept it. One that is given up too early may have been accepted, and would be sent again.
 */
export const smtpTimeouts = {
  dnsTimeout: 0.5 * minuteMs,
  greetingTimeout: 5 * minuteMs,
  /** The greeting included. */
  connectionTimeout: 6 * minuteMs,
  /** Without a response, of which the one at the end of an email takes longest. */
  socketTimeout: 10 * minuteMs,
};

/** After this, the job of an email counts as failed: one step of its server took as long as it may, and the others were slow, too. */
export const emailJobTimeoutMs = smtpTimeouts.connectionTimeout + smtpTimeouts.socketTimeout + 0.5 * minuteMs;
