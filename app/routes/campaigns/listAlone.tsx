/** No window covers the list. */
export default function CampaignsAlone() {
  return null;
}
