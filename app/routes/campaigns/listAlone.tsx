/** No window lies over the list. */
export default function CampaignsAlone() {
  return null;
}
