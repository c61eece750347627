/**
 * What a test paybill of the simulated M-Pesa is connected with; the simulator has one for each number from 600000 to
 * 699999.
 */
export const testTillOf = (number: string) => ({
  ...{ consumerKey: `test-key-${number}`, consumerSecret: `test-secret-${number}` },
  ...{ passkey: `test-passkey-${number}`, operator: "api", operatorPassword: `test-initiator-${number}` },
});
