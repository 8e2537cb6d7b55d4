/** Whether the browser runs on a phone or tablet. Source: specification section 9, "Mobile detection". */
export const isMobile = (userAgent: string) =>
  /Android|iPhone|iPad|iPod|webOS|BlackBerry|BB10|IEMobile|Windows Phone|Opera Mini|Mobile Safari|Mobile;/i.test(
    userAgent,
  );
