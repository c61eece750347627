/** Our own icon of a service: one path, drawn in white on a tile of 24 by 24. */
export interface Logo {
  tile: string;
  line: string;
}

const logos: Record<string, Logo> = {
  hubspot: {
    tile: "#b8432a",
    line: "M12 9a3 3 0 1 1 0 6a3 3 0 0 1 0-6M12 9V5M14.5 13.8 18 17M9.5 13.8 6 17",
  },
  salesforce: { tile: "#0b64a8", line: "M8 17a3.5 3.5 0 0 1 0-7a4 4 0 0 1 7.6-1A4 4 0 0 1 16 17Z" },
  zoho: { tile: "#a32020", line: "M5 8h6v6H5ZM13 10h6v6h-6Z" },
  shopify: { tile: "#4a7518", line: "M6 9h12l1 10H5ZM9 9V8a3 3 0 0 1 6 0v1" },
  woocommerce: { tile: "#6f4796", line: "M4 6h2.5l2 9h8l2-6.5H7.3M10 19h.01M15.5 19h.01" },
  google_sheets: { tile: "#177245", line: "M6 4h12v16H6ZM6 10h12M6 15h12M12 10v10" },
  google_analytics: { tile: "#a04e00", line: "M7 19v-5M12 19V9M17 19V5" },
  mailchimp: { tile: "#6b5a00", line: "M4 7h16v11H4ZM4 7.5l8 6 8-6" },
  slack: { tile: "#5b2a6e", line: "M10 4 8.5 20M15.5 4 14 20M5 9.5h14.5M4.5 14.5H19" },
  zendesk: {
    tile: "#0b5c63",
    line: "M12 4a8 8 0 1 1 0 16a8 8 0 0 1 0-16M12 9a3 3 0 1 1 0 6a3 3 0 0 1 0-6M6.5 6.5l3.3 3.3M14.2 14.2l3.3 3.3M17.5 6.5l-3.3 3.3M9.8 14.2l-3.3 3.3",
  },
  zapier: { tile: "#b83d14", line: "M13 3 6 13h5l-1 8 7-10h-5Z" },
  make: { tile: "#5f1cc0", line: "M6 18 9 6M11.5 18l3-12M17.5 6v12" },
  n8n: { tile: "#b02a52", line: "M4 12h5M9 12l5-5h4M9 12l5 5h4" },
};

export const logoOf = (id: string): Logo => logos[id]!;
