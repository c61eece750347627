/** The message of the documentation. Its template is in the product's library, with these variables. */
export const exampleMessage = {
  to: "+254712345678",
  template: "order_ready",
  language: "en",
  parameters: ["Asha", "Nairobi"],
};
